const THEMES = { auto: null, light: false, dark: true };
const KEY = "urltree-theme";

export default {
  template: `
    <button type="button" class="theme" @click="turn" :aria-label="'Theme: ' + theme + '. Change it'">
      <span aria-hidden="true">{{ { auto: "◐", light: "☀", dark: "☾" }[theme] }}</span>
      {{ theme[0].toUpperCase() + theme.slice(1) }}
    </button>
  `,
  data() {
    const kept = localStorage.getItem(KEY);
    return { theme: kept in THEMES ? kept : "auto" };
  },
  mounted() {
    setDark(THEMES[this.theme]);
  },
  methods: {
    turn() {
      const names = Object.keys(THEMES);
      this.theme = names[(names.indexOf(this.theme) + 1) % names.length];
      localStorage.setItem(KEY, this.theme);
      setDark(THEMES[this.theme]);
    },
  },
};

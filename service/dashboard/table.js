const WIDTH = 72;
const HEIGHT = 20;
// As the rest of the page; a browser's own language may have another calendar or other digits.
const MOMENT = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
const UNITS = [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]];

function span(seconds) {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size);
  return `${Math.floor(seconds / size)} ${unit}`;
}

function far(then, seconds, tell) {
  if (then === null) return "never";
  return seconds < 1 ? "now" : tell(span(seconds));
}

export default {
  template: `
    <table class="rows" @mouseover="tell" @pointerenter="point" @pointerleave="point"
           @focusin="focus" @focusout="blur">
      <caption>{{ caption }}</caption>
      <thead>
        <tr>
          <th v-for="column in columns" :key="column.name" :class="column.kind" scope="col"
              :aria-sort="column.name === sort ? (descending ? 'descending' : 'ascending') : null">
            <button v-if="column.sortable" type="button" @click="$emit('sort', column.name)">
              {{ column.label }}<span aria-hidden="true">{{ arrow(column) }}</span>
            </button>
            <template v-else>{{ column.label }}</template>
          </th>
        </tr>
      </thead>
      <tbody>
        <tr v-for="row in parsed" :key="row.id">
          <td v-for="column in columns" :key="column.name" :class="column.kind" :data-label="column.label">
            <template v-if="column.kind === 'number'">{{ row[column.name] }}</template>
            <time v-else-if="column.kind === 'time'">{{ date(row[column.name]) }}</time>
            <time v-else-if="column.kind in distances" :title="date(row[column.name])">{{
              distances[column.kind](row[column.name])
            }}</time>
            <span v-else-if="column.kind === 'bar'" :style="{ '--part': row[column.name] * 100 + '%' }">
              <i aria-hidden="true"></i>{{ Math.round(row[column.name] * 100) }}%
            </span>
            <svg v-else-if="column.kind === 'spark'" :viewBox="'0 0 ${WIDTH} ${HEIGHT}'" aria-hidden="true">
              <polyline :points="points(row[column.name])" />
            </svg>
            <template v-else-if="column.kind === 'acts'">
              <button v-for="act in row[column.name]" :key="act.place" type="button" class="act"
                      :aria-label="act.label" @click="send(act.event, row)">{{ act.text }}</button>
            </template>
            <span v-else-if="column.kind === 'links'" class="cell">
              <a v-for="each in row[column.name]" :key="each.href" v-bind="link(each.href)">{{ each.text }}</a>
            </span>
            <span v-else class="cell" :class="row[column.name].tone" :lang="row[column.name].lang" :style="indent(row[column.name])">
              <button v-if="'open' in row[column.name]" type="button" class="twig"
                      :aria-expanded="row[column.name].open"
                      @click="send('open', row)"><span class="text">{{ row[column.name].text }}</span></button>
              <button v-else-if="row[column.name].event" type="button" class="plain"
                      @click="send(row[column.name].event, row)"><span class="text">{{ row[column.name].text }}</span></button>
              <a v-else-if="row[column.name].href"
                 v-bind="link(row[column.name].href)"><span class="text">{{ row[column.name].text }}</span></a>
              <span v-else :class="{ text: !row[column.name].tone }">{{ row[column.name].text }}</span>
              <small v-if="row[column.name].note" class="text">{{ row[column.name].note }}</small>
            </span>
          </td>
        </tr>
        <tr v-if="!parsed.length"><td class="none" :colspan="columns.length">{{ none }}</td></tr>
      </tbody>
    </table>
  `,
  props: {
    caption: String, columns: Array, none: String, now: Number,
    rows: String, sort: String, descending: Boolean,
  },
  emits: ["act", "sort", "hold"],
  computed: {
    parsed() {
      return JSON.parse(this.rows);
    },
    isHeld() {
      return this.pointed || this.focused;
    },
    distances() {
      const { time } = this;
      return {
        ago: (then) => far(then, time - then, (words) => `${words} ago`),
        due: (then) => far(then, then - time, (words) => `in ${words}`),
      };
    },
  },
  data() {
    return { prefix: "", time: this.now, pointed: false, focused: false };
  },
  watch: {
    isHeld(isHeld) {
      this.$emit("hold", isHeld);
    },
  },
  mounted() {
    // NiceGUI sets window.path_prefix once the whole page is mounted.
    setTimeout(() => (this.prefix = window.path_prefix), 0);
    if (!this.columns.some((column) => column.kind in this.distances)) return;
    const ahead = Date.now() / 1000 - this.now;
    this.ticking = setInterval(() => (this.time = Date.now() / 1000 - ahead), 1000);
  },
  unmounted() {
    clearInterval(this.ticking);
  },
  methods: {
    /** A finger only scrolls; it never leaves. */
    point({ type, pointerType }) {
      this.pointed = type === "pointerenter" && pointerType === "mouse";
    },
    focus({ target }) {
      clearTimeout(this.leaving);
      this.focused = target.matches(":focus-visible");
    },
    /** A dialog that a row opens soon takes the focus, and gives it back; so that row must still be there. */
    blur() {
      this.leaving = setTimeout(() => {
        const { activeElement } = document;
        if (!this.$el.contains(activeElement) && !activeElement.closest(".q-dialog")) this.focused = false;
      }, 1000);
    },
    /** Shows the first row, and has the keyboard go on there. */
    begin() {
      this.$el.tabIndex = -1;
      this.$el.scrollIntoView();
      this.$el.focus({ preventScroll: true });
    },
    send(event, row) {
      this.$emit("act", { event, id: row.id });
    },
    /** Names the whole of a text that is cut off, when the pointer comes to it. */
    tell({ target }) {
      const text = target.closest(".text");
      if (text) text.title = text.scrollHeight > text.clientHeight ? text.textContent : "";
    },
    date(seconds) {
      return seconds === null ? null : MOMENT.format(seconds * 1000);
    },
    arrow(column) {
      if (column.name !== this.sort) return "";
      return this.descending ? " ↓" : " ↑";
    },
    indent(cell) {
      return cell.level === undefined ? null : { paddingInlineStart: `${cell.level * 1.25}rem` };
    },
    link(href) {
      if (href.startsWith("/")) return { href: this.prefix + href };
      return /^https?:\/\//i.test(href) ? { href, target: "_blank", rel: "noopener noreferrer" } : {};
    },
    points(values) {
      const most = Math.max(1, ...values);
      const step = WIDTH / Math.max(1, values.length - 1);
      return values.map((value, at) => `${at * step},${HEIGHT - 1 - (value / most) * (HEIGHT - 2)}`).join(" ");
    },
  },
};

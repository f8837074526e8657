export default {
  template: `<form method="post" :action="action"><button class="act">Log out</button></form>`,
  props: { action: String },
  mounted() {
    // The page opens its socket once the whole page is mounted.
    setTimeout(() => window.socket.on("connect_error", leadToLogin));
  },
};

/** The socket is refused: if that is because the session has ended, opening the page again leads to the login. */
async function leadToLogin() {
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
  if (answer?.status === 401) location.reload();
}

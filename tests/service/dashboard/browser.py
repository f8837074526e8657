"""A headless Chromium, driven over its DevTools protocol."""

from __future__ import annotations

import base64
import itertools
import json
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import httpx
from websockets.sync.client import connect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from websockets.sync.client import ClientConnection

#: Seconds to wait for something to appear on a page.
PATIENCE = 30.0

#: The first has no window to draw, which is half the work.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)

#: Finds a visible element by a CSS selector and a text that it contains.
_FIND = """(selector, text) => [...document.querySelectorAll(selector)].find((each) =>
  each.checkVisibility() && [each.innerText, each.value, each.ariaLabel].join(' ').includes(text))"""

#: Returns the middle of an element once it can be clicked there: it does not move, and nothing covers it.
_MIDDLE = """async (selector, text) => {
  for (let last = ''; ; ) {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const element = (FIND)(selector, text);
    if (!element) continue;
    element.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = element.getBoundingClientRect();
    const middle = [x + width / 2, y + height / 2];
    const met = document.elementFromPoint(...middle);
    if (last === (last = `${middle}`) && element.contains(met)) return middle;
  }
}""".replace("FIND", _FIND)


def installed() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


class Size(NamedTuple):
    width: int
    height: int


WIDE, NARROW = Size(1400, 900), Size(400, 800)


class Navigated(Exception):  # noqa: N818 - it is expected, not an error
    """The tab navigated to another page during a command."""


class Tab:
    """A tab of a browser, and the complaints on its console."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self.complaints: list[str] = []
        for domain in ("Page", "Runtime", "Log"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(timeout=PATIENCE))
            if message.get("id") == number:
                if "navigated" in str(message.get("error")):
                    raise Navigated
                assert "error" not in message, message
                return message["result"]
            self._hear(message)

    def _hear(self, message: dict[str, Any]) -> None:
        params = message.get("params", {})
        match message["method"]:
            case "Runtime.exceptionThrown":
                details = params["exceptionDetails"]
                self.complaints.append(details.get("exception", {}).get("description", details["text"]))
            case "Runtime.consoleAPICalled" if params["type"] in {"error", "assert", "warning"}:
                self.complaints.append(" ".join(str(each.get("value", "")) for each in params["args"]))
            case "Log.entryAdded" if params["entry"]["level"] == "error":
                self.complaints.append(f"{params['entry']['text']} {params['entry'].get('url', '')}")
            case "Page.javascriptDialogOpening":
                self.complaints.append(f"a dialog was opened: {params['message']}")
                self._socket.send(
                    json.dumps({"id": 0, "method": "Page.handleJavaScriptDialog", "params": {"accept": True}})
                )

    def run(self, script: str) -> Any:
        """Return the value of an expression, awaited if it is a promise."""
        answer = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def open(self, url: str) -> None:
        """Go to a page and wait until it is connected."""
        self.send("Page.navigate", url=url)
        self.wait(f"location.href === {json.dumps(url)} && document.readyState === 'complete'")
        self.wait("window.did_handshake === true")

    def wait(self, condition: str) -> Any:
        """Wait until an expression is true."""
        for _ in range(int(PATIENCE / 0.05)):
            with suppress(Navigated):
                if found := self.run(condition):
                    return found
            time.sleep(0.05)
        raise AssertionError(f"in vain: {condition}")

    def see(self, text: str, selector: str = "body") -> bool:
        """Wait until a text is visible; return true, or raise."""
        return self.wait(f"!!({_FIND})({json.dumps(selector)}, {json.dumps(text)})")

    def texts(self, selector: str) -> list[str]:
        return self.run(
            f"[...document.querySelectorAll({json.dumps(selector)})].map((each) => each.innerText)"
        )

    def point(self, selector: str, text: str = "") -> tuple[float, float]:
        """Move the mouse to the middle of a visible element; return where that is."""
        x, y = self.wait(f"({_MIDDLE})({json.dumps(selector)}, {json.dumps(text)})")
        self.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        return x, y

    def click(self, selector: str, text: str = "") -> None:
        """Click the middle of a visible element."""
        x, y = self.wait(f"({_MIDDLE})({json.dumps(selector)}, {json.dumps(text)})")
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def type(self, label: str, text: str) -> None:
        """Type into the field with that label."""
        self.click(f"[aria-label={json.dumps(label)}]")
        self.send("Input.insertText", text=text)

    def choose_file(self, selector: str, file: Path) -> None:
        """Choose a file for a file input."""
        found = self.send("Runtime.evaluate", expression=f"document.querySelector({json.dumps(selector)})")
        self.send("DOM.setFileInputFiles", files=[str(file)], objectId=found["result"]["objectId"])

    def key(self, key: str) -> None:
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, code=key)

    def resize(self, size: Size) -> None:
        self.size = size
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=size.width,
            height=size.height,
            deviceScaleFactor=1,
            mobile=size == NARROW,
        )

    def prefer(self, scheme: str) -> None:
        """Emulate a system that prefers dark or light."""
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def shoot(self, file: Path) -> None:
        """Save a screenshot of the whole page."""
        file.parent.mkdir(parents=True, exist_ok=True)
        self.run("scrollTo(0, 0)")
        size = self.send("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 3_000), "scale": 1}
        picture = self.send("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)
        file.write_bytes(base64.b64decode(picture["data"]))


class Browser:
    """A running browser."""

    def __init__(self, port: int) -> None:
        self._url = f"http://127.0.0.1:{port}"

    @contextmanager
    def tab(self, size: Size = WIDE) -> Iterator[Tab]:
        target = httpx.put(f"{self._url}/json/new?about:blank", trust_env=False).json()
        with connect(target["webSocketDebuggerUrl"], max_size=None, proxy=None) as socket:
            tab = Tab(socket)
            tab.resize(size)
            yield tab
        httpx.get(f"{self._url}/json/close/{target['id']}", trust_env=False)


@contextmanager
def browsing(program: str) -> Iterator[Browser]:
    options = (
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--disable-background-networking", "--remote-debugging-port=0", "--remote-allow-origins=*",
    )  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="urltree-chromium-", ignore_cleanup_errors=True) as profile:
        log = Path(profile, "log")
        with log.open("w") as said:
            process = subprocess.Popen([program, *options, f"--user-data-dir={profile}"], stderr=said)
        with process:
            try:
                yield Browser(_port(Path(profile, "DevToolsActivePort"), log))
            finally:
                process.terminate()


def _port(file: Path, log: Path) -> int:
    """Wait until the browser has written its port to the file: the first of two lines."""
    for _ in range(int(PATIENCE / 0.05)):
        if file.exists() and (said := file.read_text()).count("\n"):
            return int(said.partition("\n")[0])
        time.sleep(0.05)
    raise AssertionError(f"the browser did not start: {log.read_text()}")

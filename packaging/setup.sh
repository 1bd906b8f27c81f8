# shellcheck shell=sh disable=SC2154  # $root is the caller's
# Sourced by run, test and check, which set $root to the checkout. `set_up EXTRAS KIND` makes what the program needs, a
# Python environment and on Debian-like systems the libraries Qt loads, and returns with $venv ready or ends the script
# with one sentence. All talk goes to standard error: the program's own output stays clean.

say() { printf 'satchel: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

sudo='sudo '
[ "$(id -u)" -ne 0 ] || sudo=''

# --- System packages --------------------------------------------------------------------------------------------------

is_debian() { command -v apt-get >/dev/null 2>&1 && [ -e /var/lib/dpkg/status ]; }
can_apt() { [ -z "$sudo" ] && is_debian; }

# apt_install PACKAGE...: as root. The package lists are fetched only when the first try fails.
apt_install() {
    say "installing $* (apt)"
    for attempt in first fresh; do
        [ "$attempt" = first ] || apt-get -o Acquire::Retries=1 update </dev/null >>"$log" 2>&1 9>&- || :
        # 9>&-: a service that a package starts must not inherit our lock.
        DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "$@" \
            </dev/null >>"$log" 2>&1 9>&- && return
    done
    return 1
}

# Asked for by soname: packages are renamed between releases (libglib2.0-0t64), sonames are not.
offscreen_libs='libEGL.so.1=libegl1 libGL.so.1=libgl1 libxkbcommon.so.0=libxkbcommon0 libdbus-1.so.3=libdbus-1-3
    libfontconfig.so.1=libfontconfig1 libglib-2.0.so.0=libglib2.0-0'
window_libs='libxcb-cursor.so.0=libxcb-cursor0 libxcb-icccm.so.4=libxcb-icccm4 libxcb-keysyms.so.1=libxcb-keysyms1
    libxcb-shape.so.0=libxcb-shape0 libxkbcommon-x11.so.0=libxkbcommon-x11-0'

# missing_libs SONAME=PACKAGE...: prints the packages of the libraries that are not there.
missing_libs() {
    for pair in "$@"; do
        case $known_libs in
            *"${pair%%=*} "*) ;;
            *) printf ' %s' "${pair#*=}" ;;
        esac
    done
}

# has_font PATTERN...: some font file has one of these names.
has_font() {
    for pattern in "$@"; do
        [ -z "$(find /usr/share/fonts /usr/local/share/fonts "${HOME:-/usr}/.fonts" "${HOME:-/usr}/.local/share/fonts" \
            -iname "$pattern" 2>/dev/null | head -n 1)" ] || return 0
    done
    return 1
}

# check_system KIND: Qt's libraries and fonts; KIND `test` also wants a virtual display and a keyring. Installs them if
# it may, ends the script if Qt cannot load at all, and returns 1 while something else is missing, so that the next
# start looks again.
check_system() {
    must='' may=''
    if is_debian; then
        known_libs=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null)
        # shellcheck disable=SC2086  # lists of words
        must=$(missing_libs $offscreen_libs) may=$(missing_libs $window_libs)
        has_font '*.ttf' '*.otf' '*.ttc' || may="$may fonts-dejavu-core"
        has_font '*cjk*' 'droidsansfallback*' 'wqy*' 'sourcehan*' 'uming*' 'ukai*' 'noto*sc-*' ||
            may="$may fonts-droid-fallback"
        if [ "$1" = test ]; then
            command -v Xvfb >/dev/null || may="$may xvfb"
            command -v xauth >/dev/null || may="$may xauth"
            command -v gnome-keyring-daemon >/dev/null || may="$may gnome-keyring"
            command -v dbus-run-session >/dev/null || may="$may dbus"
        fi
    fi
    if [ -n "$must$may" ]; then
        # What Qt can do without is tried once: a start must not wait for a network again and again.
        if can_apt && { [ -n "$must" ] || [ ! -e "$venv/apt-tried-$1" ]; }; then
            # shellcheck disable=SC2086
            if apt_install $must $may; then must='' may=''; else touch "$venv/apt-tried-$1"; fi
        fi
        [ -z "$must$may" ] || say "system packages are missing: ${sudo}apt-get install -y$must$may"
        [ -z "$must" ] || die 'Qt cannot start without them; run it again afterwards'
    fi
    if ! qt_error=$("$venv/bin/python" -c 'import PySide6.QtWidgets' 2>&1); then
        die "Qt cannot be loaded (${qt_error##*Error: }). It needs the system's libraries for EGL, OpenGL, xkbcommon," \
            'D-Bus, fontconfig, GLib and, for a window, xcb.'
    fi
    [ -z "$may" ]
}

# --- Python -----------------------------------------------------------------------------------------------------------

# A name on the PATH proves nothing: pyenv puts shims there that only print an error. So each candidate is run.
# PYTHON=... in the environment names one to prefer.
find_python() {
    for python in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11 /usr/bin/python3; do
        "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' </dev/null >/dev/null 2>&1 && return
    done
    return 1
}

need_python() {
    find_python && return
    if can_apt && apt_install python3 python3-venv && find_python; then return; fi
    die "this needs Python 3.11 or later; on Debian-like systems: ${sudo}apt-get install -y python3 python3-venv"
}

python_version() { "$1" -ISc 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null; }
has_venv() { "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; }

need_venv() {
    has_venv && return
    package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    if can_apt && apt_install "$package" && has_venv; then return; fi
    die "$python cannot make environments; on Debian-like systems: ${sudo}apt-get install -y $package"
}

# --- The environment --------------------------------------------------------------------------------------------------
# Its stamp, written last, tells what it was made for: the checkout (scripts in it hold full paths), the pins, the
# Python, the extras. An environment without a stamp was interrupted and is made again from nothing.

# The pins: everything above the tool tables of pyproject.toml, and the exact versions.
wanted_pins() {
    { sed '/^\[tool\./,$d' "$root/pyproject.toml"; cat "$root/packaging/constraints.txt"; } | cksum
}

read_stamp() {
    made_root='' made_pins='' made_python='' made_extras=''
    { IFS= read -r made_root && IFS= read -r made_pins && IFS= read -r made_python && IFS= read -r made_extras; } \
        2>/dev/null <"$venv/satchel-stamp"
}

# usable: finished, for this checkout, with a Python that still runs. ready: and nothing new is wanted of it.
usable() { read_stamp && [ "$made_root" = "$root" ] && [ "$(python_version "$venv/bin/python")" = "$made_python" ]; }
ready() { usable && [ "$made_pins" = "$pins" ] && { [ -z "$extras" ] || [ "$made_extras" = "$extras" ]; }; }

# In the checkout, or where that cannot be written to, in the user's cache. A ready one is taken wherever it is.
place_venv() {
    venv=$root/.venv
    if [ -w "$root" ] || ready; then return; fi
    cache=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
    [ -n "$cache" ] || die "cannot write to $root; set XDG_CACHE_HOME to a folder for the Python environment"
    venv=$cache/satchel/venv-$(printf '%s' "$root" | cksum | cut -d ' ' -f 1)
    mkdir -p "${venv%/*}" 2>/dev/null || die "can write neither to $root nor to $cache"
}

# One set-up at a time. The lock belongs to an open file: it is free once this script, or after a kill its last child,
# has ended. Taken through Python because not every system has a flock command; a file system without locks goes without.
lock() {
    exec 9>>"$venv.lock"
    "$python" - <<'END' || die 'gave up waiting for the other set-up'
import fcntl, sys
try:
    fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    print("satchel: another set-up is running; waiting for it", file=sys.stderr)
    fcntl.flock(9, fcntl.LOCK_EX)
except OSError:
    pass
END
}

pip_install() {
    cd "$root" || return # pip takes extras of a local project most reliably from `.`
    "$venv/bin/python" -m pip install --disable-pip-version-check --no-input --retries 3 \
        -c packaging/constraints.txt -e ".${extras:+[$extras]}" </dev/null >>"$log" 2>&1 && return
    if grep -qi -e connection -e 'name resolution' -e proxy -e 'timed out' -e 'from versions: none' "$log"; then
        say "could not fetch the Python packages: is there a network? (details in $log)"
    else
        say "pip failed: $(grep -i error "$log" | tail -n 1) (details in $log)"
    fi
    return 1
}

make_environment() (
    # The user's own settings must not send packages elsewhere; without a home, pip would keep its cache in /.cache.
    unset PYTHONHOME PYTHONPATH PIP_USER PIP_TARGET PIP_PREFIX PIP_REQUIRE_VIRTUALENV
    [ -n "${HOME-}" ] || export PIP_NO_CACHE_DIR=1
    if usable; then
        say "updating $venv"
        mv "$venv/satchel-stamp" "$venv/old-stamp"
        if [ -z "$extras" ]; then extras=$made_extras; fi
        if ! pip_install; then
            # pip fetches everything before it changes anything. A laptop without a network goes on with what it has.
            mv "$venv/old-stamp" "$venv/satchel-stamp"
            [ "$extras" = "$made_extras" ] || exit 1
            say 'going on with the packages of before'
            exit 0
        fi
    else
        need_venv
        say "setting up $venv; this takes a minute or two, the first time only"
        "$python" -m venv --clear "$venv" >>"$log" 2>&1 || die "cannot make $venv: $(tail -n 1 "$log")"
        pip_install || die 'run it again when that is mended'
    fi
    printf '%s\n' "$root" "$pins" "$(python_version "$venv/bin/python")" "$extras" >"$venv/stamp.new"
    mv "$venv/stamp.new" "$venv/satchel-stamp"
)

# Qt and Python's own start-up files want UTF-8: under LC_ALL=C, Python does not even start in a folder with a Chinese name.
# Only the character set is changed, the language stays.
utf8_locale() {
    case $(locale charmap 2>/dev/null || echo UTF-8) in
        UTF-8) return ;;
    esac
    [ -z "${LC_ALL-}" ] || export LANG="$LC_ALL"
    unset LC_ALL
    export LC_CTYPE=C.UTF-8
}

# set_up EXTRAS KIND: EXTRAS of pyproject.toml or ''; KIND is run or test.
set_up() {
    extras=$1
    utf8_locale
    pins=$(wanted_pins)
    place_venv
    if ready && [ -e "$venv/system-ok-$2" ]; then return; fi
    log=$venv.log
    if ! ready; then
        { true >"$log"; } 2>/dev/null || die "cannot write to ${venv%/*}"
        need_python
        lock
        ready || make_environment
    fi
    if check_system "$2"; then touch "$venv/system-ok-$2" 2>/dev/null || :; fi
    exec 9>&-
    rm -f "$log"
}

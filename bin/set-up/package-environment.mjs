/** Variables used by package managers, compilers and the connection to a registry. */
const names = [
  ...[
    'PATH',
    'HOME',
    'USER',
    'LOGNAME',
    'SHELL',
    'LANG',
    'TERM',
    'CI',
    'TMPDIR',
    'TEMP',
    'TMP',
    'XDG_CACHE_HOME',
    'XDG_CONFIG_HOME',
  ],
  ...['CC', 'CXX', 'CFLAGS', 'CXXFLAGS', 'CPPFLAGS', 'LDFLAGS', 'MAKEFLAGS', 'PYTHON', 'VIRTUAL_ENV'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE'],
  ...['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'NODE_USE_SYSTEM_CA'],
  ...['SYSTEMROOT', 'WINDIR', 'COMSPEC', 'PATHEXT', 'APPDATA', 'LOCALAPPDATA', 'USERPROFILE', 'PROGRAMFILES'],
];
const prefixes = ['LC_', 'NPM_CONFIG_', 'PIP_', 'UV_'];

/**
 * Returns the variables that install scripts of packages may see: those needed for installation, and none of the
 * server's own, such as its keys and database address.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function packageEnvironment(env) {
  const isKnown = (/** @type {string} */ name) => names.includes(name) || prefixes.some((one) => name.startsWith(one));
  return Object.fromEntries(Object.entries(env).filter(([name]) => isKnown(name.toUpperCase())));
}

/** What package managers, compilers and the connection to a registry go by. */
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
 * The variables that programs of a registry's packages may see while they are installed: those that installing goes by,
 * none of the server's own, such as its keys and the address of its database.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function packageEnvironment(env) {
  const isKnown = (/** @type {string} */ name) => names.includes(name) || prefixes.some((one) => name.startsWith(one));
  return Object.fromEntries(Object.entries(env).filter(([name]) => isKnown(name.toUpperCase())));
}

/** Where a server is, in a form that may be shown: without its password. */
export function serverName(url: string): string {
  const { hostname, port, pathname, username, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? hostname;
  return `${username === '' ? '' : `${username}@`}${host}${port === '' ? '' : `:${port}`}${pathname}`;
}

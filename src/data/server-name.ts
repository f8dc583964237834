/** Returns the location of a server without the password, for display. */
export function serverName(url: string): string {
  const { hostname, port, pathname, username, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? hostname;
  return `${username === '' ? '' : `${username}@`}${host}${port === '' ? '' : `:${port}`}${pathname}`;
}

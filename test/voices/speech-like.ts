/** Returns a multipart form with one file. */
export function formOf(file: { field: string; bytes: Buffer } | undefined, fields: Readonly<Record<string, string>>) {
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  if (file !== undefined) {
    const head = `--edge\r\nContent-Disposition: form-data; name="${file.field}"; filename="a.wav"\r\n\r\n`;
    parts.push(Buffer.from(head), file.bytes, Buffer.from('\r\n'));
  }
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    payload: Buffer.concat([...parts, Buffer.from('--edge--\r\n')]),
  };
}

/** Makes the browser download a URL. `name` is used where the response does not provide a file name. */
export function saveFile(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

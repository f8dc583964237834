/** Makes the browser download a URL. `name` is used where the response does not provide a file name. */
export function saveFile(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Time in which the browser begins to read a file. */
const readWithinMs = 60_000;

/** Makes the browser save a file that the page has. */
export function saveBlob(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  saveFile(url, name);
  setTimeout(() => URL.revokeObjectURL(url), readWithinMs);
}

/** Has the browser save what is at an address, under this name where the answer gives none. */
export function saveFile(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

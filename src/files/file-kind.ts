/** File type determined from the content. */
export interface FileKind {
  readonly family: 'pdf' | 'image' | 'audio' | 'office' | 'text';
  /** Canonical MIME type. */
  readonly mimeType: string;
  /** Extensions without the dot; the first is appended to a name that has none of them. */
  readonly extensions: readonly [string, ...string[]];
}

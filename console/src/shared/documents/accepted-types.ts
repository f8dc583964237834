/** Types of files that a file dialog offers for documents. The server decides by content. */
export const documentTypes =
  'application/pdf,image/*,audio/*,video/mp4,video/webm,.docx,.odt,.rtf,.pptx,.xlsx,.csv,.tsv,.txt,.md,.markdown,.html,.htm,.eml';

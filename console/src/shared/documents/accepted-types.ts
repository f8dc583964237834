/** Types of files that a file dialog offers for documents: PDF, images and recordings. The server decides by content. */
export const documentTypes = 'application/pdf,image/*,audio/*,video/mp4,video/webm';

import mammoth from 'mammoth';
import { openPackage } from '../sheets/index.ts';
import { sectionsOf, type Written } from './content.ts';
import { htmlContent } from './html.ts';

/** Parts of a document with pictures. */
const mostEntries = 5000;

const styles = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"];

/** Reads what a Word document shows in its body: no pictures, deleted text or comments. */
export async function readDocx(bytes: Buffer): Promise<Written> {
  // Refuses an archive that unpacks to more than the limit, or that has no document.
  const parts = await openPackage(bytes, mostEntries);
  parts.close();
  const { value } = await mammoth.convertToHtml(
    { buffer: bytes },
    {
      styleMap: styles,
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    },
  );
  return { sections: sectionsOf(htmlContent(value).content) };
}

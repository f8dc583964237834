import { DocumentPages } from './document-pages.tsx';
import { ReadingPage } from './reading-page.tsx';

export const DocumentPage = ({ uuid }: { readonly uuid: string }) => (
  <ReadingPage kind="document" uuid={uuid} content={(props) => <DocumentPages {...props} />} />
);

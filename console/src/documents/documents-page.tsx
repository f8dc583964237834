import { Library } from './library.tsx';

export const DocumentsPage = ({ offset }: { readonly offset: number }) => <Library kind="document" offset={offset} />;

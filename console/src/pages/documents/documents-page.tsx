import { Library } from './library.tsx';

export const DocumentsPage = () => <Library kind="document" />;

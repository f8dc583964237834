import { Library } from './library.tsx';

export const AudioPage = ({ offset }: { readonly offset: number }) => <Library kind="audio" offset={offset} />;

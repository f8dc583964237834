import { Library } from './library.tsx';

export const AudioPage = () => <Library kind="audio" />;

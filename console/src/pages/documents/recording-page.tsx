import { ReadingPage } from './reading-page.tsx';
import { TranscriptPanel } from './transcript-panel.tsx';

export const RecordingPage = ({ uuid }: { readonly uuid: string }) => (
  <ReadingPage kind="audio" uuid={uuid} content={(props) => <TranscriptPanel {...props} />} />
);

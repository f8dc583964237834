import type { VoiceFitting } from '../../fitting.ts';
import { fitVoice } from './fit.ts';
import { measureVoice } from './measure.ts';
import { complaintAbout } from './reference.ts';

export const fitting: VoiceFitting = { fitVoice, measureVoice, complaintAbout };

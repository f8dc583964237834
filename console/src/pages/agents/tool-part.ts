import type { McpServer } from '../../server/tool-settings.ts';
import type { ToolDraft, toolFields } from './tool-draft.ts';

/** Props of a part of the fields of a tool. */
export interface ToolFieldsProps {
  readonly tool: ToolDraft;
  /** Names of the secrets that templates can contain. */
  readonly secrets: readonly string[];
  readonly servers: readonly McpServer[];
  readonly faultOf: (field: (typeof toolFields)[number]) => string | undefined;
  readonly title: string;
  readonly onChange: (part: Partial<ToolDraft>) => void;
  readonly onRemove: () => void;
}

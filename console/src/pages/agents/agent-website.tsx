import { Button, Code, Loader, Paper, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { renewWidgetKey, useWidget, type Widget } from '../../server/agent-websites.ts';
import type { Agent } from '../../server/answers.ts';
import { putInCache } from '../../server/put-in-cache.ts';
import { useSending } from '../../shared/form/use-sending.ts';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { WebsiteForm } from './website-form.tsx';
import { WebsiteLine } from './website-line.tsx';

interface AgentWebsiteProps {
  readonly agent: Agent;
  readonly isReadOnly: boolean;
}

/** On which websites visitors talk with the agent, and the line of HTML that adds it there. */
export function AgentWebsite({ agent: { uuid }, isReadOnly }: AgentWebsiteProps) {
  const queries = useQueryClient();
  const { data: widget, error } = useWidget(uuid);
  const announcer = useAnnouncer();
  const changed = (now: Widget, text: string): void => {
    putInCache(queries, ['agent-website', uuid], now);
    announcer.sayHere(text);
  };
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="agent-website">
      <Title order={2} size="h4" id="agent-website" mb={4}>
        {t('Website')}
      </Title>
      <Text size="sm" className="quiet" mb="sm">
        {t('Visitors of your website talk with this agent or write to it. The calls are listed under Calls.')}
      </Text>
      <Announcement {...announcer} />
      {error !== null && <TroubleLine text={error.message} />}
      {widget === undefined && error === null && <Loader size="sm" aria-label={t('Loading')} />}
      {widget !== undefined && (
        <>
          <WebsiteForm
            widget={widget}
            isReadOnly={isReadOnly}
            onSaved={(now) => changed(now, t('Saved. New conversations use the changes.'))}
          />
          {widget.key !== null && <WebsiteLine agentKey={widget.key} isShown={widget.enabled} />}
          {widget.key !== null && !isReadOnly && (
            <NewKey
              widget={widget}
              onRenewed={(now) => changed(now, t('The key is new. Replace the line on your website.'))}
            />
          )}
        </>
      )}
    </Paper>
  );
}

interface NewKeyProps {
  readonly widget: Widget;
  readonly onRenewed: (widget: Widget) => void;
}

function NewKey({ widget: { agent_uuid: uuid, key, today }, onRenewed }: NewKeyProps) {
  const [isAsked, ask] = useState(false);
  const { isBusy, trouble, send } = useSending();
  const renew = async (): Promise<void> => {
    const answer = await send(() => renewWidgetKey(uuid));
    if (answer?.ok !== true) return;
    ask(false);
    onRenewed(answer.value);
  };
  return (
    <>
      <Text size="sm" mt="md">
        {t('{count, plural, one {# conversation} other {# conversations}} today, in UTC.', { count: today })}
      </Text>
      <Text size="sm" mt="xs">
        {t('Key:')} <Code style={{ overflowWrap: 'anywhere' }}>{key}</Code>
      </Text>
      <TroubleLine text={trouble} />
      <Button variant="default" mt="xs" loading={isBusy} onClick={() => (isAsked ? void renew() : ask(true))}>
        {isAsked ? t('Replace it: pages with this key stop working') : t('Replace the key')}
      </Button>
    </>
  );
}

import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { UnpricedService } from '../../server/prices.ts';
import { partNames, serviceText } from './price-words.ts';
import { keyOf } from './services.ts';

interface UnpricedServicesProps {
  readonly services: readonly UnpricedService[];
  /** Undefined for people who may not add prices. */
  readonly onPrice: ((service: UnpricedService) => void) | undefined;
}

/** What calls used without a price, which leaves their cost unknown. */
export function UnpricedServices({ services, onPrice }: UnpricedServicesProps) {
  if (services.length === 0) return null;
  return (
    <Paper component="section" className="surface" p="md" mb="md" aria-labelledby="unpriced">
      <Title order={2} size="h4" id="unpriced">
        {t('Used without a price')}
      </Title>
      <Text className="quiet" mb="sm">
        {t('Calls of the last 30 days used these. Their cost is unknown until each has a price; 0 is one too.')}
      </Text>
      {services.map((service) => (
        <Group key={keyOf(service)} justify="space-between" gap="sm" py={4}>
          <Text>
            {serviceText(service)}{' '}
            <Text span size="sm" className="quiet">
              {partNames[service.part]}, {t('{count, plural, one {# call} other {# calls}}', { count: service.calls })}
            </Text>
          </Text>
          {onPrice !== undefined && (
            <Button
              variant="default"
              size="xs"
              aria-label={t('Enter a price: {name}', { name: serviceText(service) })}
              onClick={() => onPrice(service)}
            >
              {t('Enter a price')}
            </Button>
          )}
        </Group>
      ))}
    </Paper>
  );
}

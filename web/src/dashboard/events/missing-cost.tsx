import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { EventService } from '../../api/api-types.ts'
import { NO_COST_YET } from '../../ui/values/no-cost-yet.ts'
import { MapLink } from './map-link.tsx'

/** Explains why an event has no cost, and how to add one. */
export function MissingCost({ services }: { services: readonly EventService[] }) {
  const lacking = services.filter(({ missing }) => missing !== null)
  const byPair = new Map(lacking.map((one) => [`${one.modelProvider}\n${one.model}`, one]))
  return (
    <Alert
      icon={<IconAlertTriangle size={18} color="var(--mantine-color-error)" aria-hidden />}
      title={NO_COST_YET}
      p="sm"
    >
      <Stack gap="sm">
        {byPair.size === 0 && (
          <Text>
            The catalog now has rates for its models. The cost will be calculated automatically.
          </Text>
        )}
        {[...byPair.values()].map(({ model, modelProvider, missing }) => (
          <Stack key={`${modelProvider}\n${model}`} gap={8} align="flex-start">
            <Text>
              {missing?.reason === 'unknown_model'
                ? `${model} (${modelProvider}) is not in the catalog.`
                : `${missing?.explanation}.`}
            </Text>
            <MapLink model={model} provider={modelProvider} />
          </Stack>
        ))}
      </Stack>
    </Alert>
  )
}

import { Stack, Text } from '@mantine/core'
import type { EventService } from '../../api/api-types.ts'
import { formatDay } from '../../ui/values/dates.ts'

/** The catalog prices that were used, with their start dates. */
export function UsedPrices({ services }: { services: readonly EventService[] }) {
  const sentences = new Set(services.flatMap(sentenceOf))
  return (
    <Stack gap={2}>
      {[...sentences].map((sentence) => (
        <Text key={sentence} size="sm" c="dimmed">
          {sentence}
        </Text>
      ))}
    </Stack>
  )
}

function sentenceOf({ model, price }: EventService): string[] {
  if (price === null) return []
  const { effectiveFrom } = price
  const since = effectiveFrom === null ? 'valid from the start' : `since ${dayOf(effectiveFrom)}`
  const name = `${price.model} (${price.provider})`
  return [price.model === model ? `Price of ${name}, ${since}.` : `${model} as ${name}, ${since}.`]
}

const dayOf = (instant: string) => formatDay(instant.slice(0, 10))

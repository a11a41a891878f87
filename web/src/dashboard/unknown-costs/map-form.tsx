import { Radio, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UncostedModel } from '../../api/api-types.ts'
import { type Choice, SERVICES } from '../../api/choices.ts'
import { mapModel } from '../../api/events.ts'
import { Problem } from '../../ui/states/problem.tsx'
import { formatCount } from '../../ui/values/money.ts'
import { Picker } from '../pickers/picker.tsx'
import { useChoice } from '../pickers/use-choice.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { EntryEstimate } from './entry-estimate.tsx'
import type { Mapped } from './mapped-notice.tsx'
import { SuggestionText } from './suggestion-text.tsx'

type Props = { group: UncostedModel; onMapped: (mapped: Mapped) => void }

/** Maps a model to a catalog entry, which gives its events their cost. */
export function MapForm({ group, onMapped }: Props) {
  const { model, provider, count, suggestions } = group
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<string>()
  const suggested = suggestions.find(({ serviceId }) => serviceId === chosen)
  const lookedUp = useChoice(SERVICES, suggested ? undefined : chosen)
  const target = suggested ? nameOf(suggested) : lookedUp && nameOfChoice(lookedUp)
  const isSuggested = suggested !== undefined
  const mapping = useMutation({
    mutationFn: (targetPricingId: string) =>
      mapModel(slug, { sourceModel: model, sourceProvider: provider, targetPricingId }),
    onSuccess: ({ backfilled }) => {
      onMapped({ count: backfilled, group, target })
      // Any loaded data may depend on costs: figures, charts, balances and the checklist.
      void queryClient.invalidateQueries({ queryKey: [slug] })
    },
  })
  const events = `${formatCount(count)} ${count === 1 ? 'event' : 'events'}`
  return (
    <Stack gap="md">
      {suggestions.length > 0 && (
        <Radio.Group
          label="Closest catalog entries"
          value={isSuggested ? (chosen ?? '') : ''}
          onChange={setChosen}
        >
          <Stack gap="xs" mt={4}>
            {suggestions.map((one) => (
              <Radio
                key={one.serviceId}
                value={one.serviceId}
                label={`${one.model} (${one.provider})`}
                description={<SuggestionText suggestion={one} />}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Picker
        choices={SERVICES}
        label={suggestions.length > 0 ? 'Or another catalog entry' : 'Catalog entry'}
        any="Search the whole catalog"
        value={isSuggested ? undefined : chosen}
        onChange={setChosen}
        w={360}
      />
      {chosen !== undefined && !isSuggested && <EntryEstimate group={group} serviceId={chosen} />}
      {mapping.error && <Problem error={mapping.error} />}
      <Text size="sm" c="dimmed">
        Future events of this model are priced the same way automatically. Costs that are already
        known do not change if you choose another entry later.
      </Text>
      <AllowedButton
        permission="map_models"
        disabled={chosen === undefined}
        loading={mapping.isPending}
        style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
        onClick={() => chosen !== undefined && mapping.mutate(chosen)}
      >
        {target ? `Map ${events} to ${target}` : `Map ${events}`}
      </AllowedButton>
    </Stack>
  )
}

const nameOf = ({ model, provider }: Pick<UncostedModel, 'model' | 'provider'>) =>
  `${model} (${provider})`
const nameOfChoice = ({ name, about }: Choice) => nameOf({ model: name, provider: about ?? '…' })

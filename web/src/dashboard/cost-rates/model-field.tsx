import { Autocomplete, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { uncostedQuery } from '../../api/events.ts'
import { servicesQuery } from '../../api/services.ts'
import { useOrganization } from '../session/use-organization.ts'

const PAUSE_MS = 200
const SHOWN = 10
const WAITING = 'without a cost'

type Named = { model: string; modelProvider: string }

type Props = {
  value: string
  description?: string
  onChange: (model: string) => void
  /** Called with both names of a suggestion. */
  onPick: (named: Named) => void
  error: ReactNode
  path: string
}

/** The name of a model, with suggestions: models whose events lack a cost, then the catalog. */
export function ModelField({
  value,
  description = 'As your usage records name it. Empty: all models of the provider.',
  onChange,
  onPick,
  error,
  path,
}: Props) {
  const suggestions = useSuggestions(value)
  const byKey = new Map(suggestions.map((one) => [keyOf(one), one]))
  return (
    <Autocomplete
      label="Model"
      description={description}
      placeholder="our-finetune"
      value={value}
      onChange={onChange}
      onOptionSubmit={(key) => {
        const picked = byKey.get(key)
        if (picked) onPick(picked)
      }}
      data={[...byKey].map(([key, { model }]) => ({ value: key, label: model }))}
      // The server has already filtered.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <Stack gap={0} miw={0} title={byKey.get(option.value)?.model}>
          <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
            {byKey.get(option.value)?.model}
          </Text>
          <Text size="xs" c="dimmed" lineClamp={1}>
            {byKey.get(option.value)?.about}
          </Text>
        </Stack>
      )}
      comboboxProps={{ position: 'bottom-start', shadow: 'none' }}
      maxDropdownHeight={280}
      // The dialog focuses this field, and its list would cover the others.
      openOnFocus={false}
      error={error}
      data-path={path}
      data-autofocus
    />
  )
}

function useSuggestions(typed: string): (Named & { about: string })[] {
  const { slug } = useOrganization()
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const waiting = useQuery(uncostedQuery(slug)).data?.groups ?? []
  const search = text === '' ? {} : { search: text }
  const found = useQuery({
    ...servicesQuery(slug, { limit: SHOWN, ...search }),
    placeholderData: keepPreviousData,
  })
  const groups = waiting
    .filter(({ model }) => model.toLowerCase().includes(text.toLowerCase()))
    .map(({ model, provider }) => ({
      model,
      modelProvider: provider,
      about: `${provider}, ${WAITING}`,
    }))
  const entries = (found.data?.results ?? []).map(({ canonicalName, provider }) => ({
    model: canonicalName,
    modelProvider: provider,
    about: provider,
  }))
  return [...groups, ...entries]
}

const keyOf = ({ model, modelProvider }: Named) => `${modelProvider}\n${model}`

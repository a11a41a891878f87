import { Loader, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Choices, choiceQuery, choicesQuery } from '../../api/choices.ts'
import { useOrganization } from '../session/use-organization.ts'
import { useChoice } from './use-choice.ts'

const PAUSE_MS = 200
const LIST_WIDTH = 280
/** The list grows with its options instead of cutting them, so they have a width of their own. */
const OPTION_WIDTH = 228
const PROBLEM = 'The list could not be loaded'

type Props = {
  choices: Choices
  label: string
  /** Label of the empty choice, such as "Any customer". */
  any: string
  value: string | undefined
  onChange: (id: string | undefined) => void
  description?: ReactNode
  error?: ReactNode
  w?: number | string
}

/** Selects one of many items; the server searches for the typed text. */
export function Picker({
  choices,
  label,
  any,
  value,
  onChange,
  description,
  error,
  w = 200,
}: Props) {
  const { slug } = useOrganization()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const queryClient = useQueryClient()
  const chosen = useChoice(choices, value)
  // The field contains the name of the selected item, which is not a search text.
  const [text] = useDebouncedValue(isOpen && typed !== chosen?.name ? typed.trim() : '', PAUSE_MS)
  const found = useQuery({
    ...choicesQuery(slug, choices, text),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const listed = found.data ?? []
  const all =
    chosen === undefined || listed.some(({ id }) => id === chosen.id) ? listed : [chosen, ...listed]
  const abouts = new Map(all.map(({ id, about }) => [id, about]))
  const choose = (id: string | undefined) => {
    const choice = all.find((one) => one.id === id)
    // The name is known, so it is cached and the id is never shown in its place.
    if (choice) queryClient.setQueryData(choiceQuery(slug, choices, choice.id).queryKey, choice)
    onChange(id)
  }
  return (
    <Select
      label={label}
      description={description}
      placeholder={any}
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      value={value ?? null}
      onChange={(id) => choose(id ?? undefined)}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has already filtered, by more than the name.
      filter={({ options }) => options}
      // The clear button deselects; selecting the same item again must not.
      allowDeselect={false}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      nothingFoundMessage={
        found.error ? PROBLEM : found.isFetching ? 'Searching…' : 'Nothing found'
      }
      rightSection={isOpen && found.isFetching ? <Loader size={14} /> : undefined}
      renderOption={({ option }) => (
        <Stack gap={0} maw={OPTION_WIDTH} title={option.label}>
          <Text size="sm" lineClamp={2}>
            {option.label}
          </Text>
          <Text size="xs" c="dimmed" lineClamp={1}>
            {abouts.get(option.value)}
          </Text>
        </Stack>
      )}
      comboboxProps={{ width: LIST_WIDTH, position: 'bottom-start', shadow: 'none' }}
      maxDropdownHeight={320}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      error={error}
      w={{ base: '100%', xs: w }}
    />
  )
}

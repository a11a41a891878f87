import { Checkbox, Code, Input, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { announcementTypesQuery } from '../../../api/announcements.ts'
import type { AnnouncementType } from '../../../api/api-types.ts'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../../ui/states/problem.tsx'
import { formatCount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'
import classes from './types-field.module.css'

type Props = {
  /** Null: all types. */
  value: AnnouncementType[] | null
  onChange: (value: AnnouncementType[] | null) => void
  error: ReactNode
}

/** All types, or a choice of them. */
export function TypesField({ value, onChange, error }: Props) {
  return (
    <fieldset className={classes.field}>
      <Input.Label component="legend">Types</Input.Label>
      <Stack gap="xs">
        <Checkbox
          label="All types"
          description="Including types that are added later."
          checked={value === null}
          onChange={(event) => onChange(event.currentTarget.checked ? null : [])}
        />
        {value !== null && <Checklist value={value} onChange={onChange} />}
        {error && <Input.Error role="alert">{error}</Input.Error>}
      </Stack>
    </fieldset>
  )
}

type ChecklistProps = { value: AnnouncementType[]; onChange: Props['onChange'] }

function Checklist({ value, onChange }: ChecklistProps) {
  const { slug } = useOrganization()
  const { data, error, refetch } = useQuery(announcementTypesQuery(slug))
  const [text, setText] = useState('')
  const id = useId()
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LinesSkeleton lines={4} />
  // A test is sent to the endpoint that is tested, whatever its types.
  const all = data.results.filter(({ type }) => type !== 'webhook.test')
  const words = text.trim().toLowerCase()
  const found = all.filter(({ type, description }) =>
    `${type} ${description}`.toLowerCase().includes(words),
  )
  const toggle = (type: AnnouncementType, isChosen: boolean) =>
    onChange(isChosen ? [...value, type] : value.filter((one) => one !== type))
  return (
    <div className={classes.frame}>
      <TextInput
        type="search"
        aria-label="Search types"
        aria-controls={id}
        placeholder="Search types"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        // Enter would submit the form.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <div id={id} className={classes.list}>
        {found.map(({ type, description }) => (
          <Checkbox
            key={type}
            label={<Code>{type}</Code>}
            description={description}
            checked={value.includes(type)}
            onChange={(event) => toggle(type, event.currentTarget.checked)}
          />
        ))}
        {found.length === 0 && (
          <Text size="sm" c="dimmed">
            No type matches.
          </Text>
        )}
      </div>
      <Text size="xs" c="dimmed" role="status">
        {formatCount(value.length)} of {formatCount(all.length)} chosen
      </Text>
    </div>
  )
}

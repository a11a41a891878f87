import { Anchor, Group, Pill } from '@mantine/core'
import type { ReactNode } from 'react'

/** An active filter in words, with a function that removes it. */
export type Chip = { label: string; onRemove: () => void }

type Props = { children: ReactNode; chips: readonly Chip[]; onClear: () => void }

/** Filters of a list; each active filter is shown as a chip. */
export function FilterBar({ children, chips, onClear }: Props) {
  return (
    <>
      <Group gap="sm" align="flex-end">
        {children}
      </Group>
      {chips.length > 0 && (
        <Group gap={6}>
          {chips.map(({ label, onRemove }) => (
            <Pill
              key={label}
              withRemoveButton
              onRemove={onRemove}
              removeButtonProps={{
                'aria-label': `Remove filter ${label}`,
                'aria-hidden': false,
                tabIndex: 0,
              }}
            >
              {label}
            </Pill>
          ))}
          <Anchor component="button" type="button" size="xs" onClick={onClear}>
            Clear filters
          </Anchor>
        </Group>
      )}
    </>
  )
}

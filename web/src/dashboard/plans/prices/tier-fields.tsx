import { ActionIcon, Button, Table, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { formatCount } from '../../../ui/values/money.ts'
import { isDecimal } from './decimal-text.ts'
import classes from './prices.module.css'
import { splitLast, startsOf, type TierRow, withoutRow, withRow } from './tiers.ts'

type Props = {
  rows: readonly TierRow[]
  /** By field, such as `tiers[1].upper`. */
  problems: Readonly<Record<string, string>>
  currency: string
  onChange: (rows: TierRow[]) => void
}

/** The tiers of a price. Where one begins is said by the one before, so there is neither gap nor overlap. */
export function TierFields({ rows, problems, currency, onChange }: Props) {
  const table = useRef<HTMLTableElement>(null)
  const starts = startsOf(rows)
  const split = () => {
    onChange(splitLast(rows))
    // The end of what was the last tier is what is to be typed now.
    const field = `Up to, tier ${rows.length}`
    requestAnimationFrame(() =>
      table.current?.querySelector<HTMLElement>(`[aria-label="${field}"]`)?.focus(),
    )
  }
  return (
    <>
      <Table ref={table} className={classes.tiers} aria-label="Tiers" withRowBorders={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">From</Table.Th>
            <Table.Th scope="col">Up to</Table.Th>
            <Table.Th scope="col">{currency} per unit</Table.Th>
            <Table.Th scope="col" w={32}>
              <VisuallyHidden>Remove</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={row.key}>
              <Table.Td className={classes.from}>{startText(starts[index] ?? '')}</Table.Td>
              <Table.Td>
                {index === rows.length - 1 ? (
                  <Text span className={classes.endless} aria-label="No end">
                    ∞
                  </Text>
                ) : (
                  <TextInput
                    size="xs"
                    inputMode="decimal"
                    aria-label={`Up to, tier ${index + 1}`}
                    value={row.upTo}
                    error={problems[`tiers[${index}].upper`]}
                    onChange={(event) =>
                      onChange(withRow(rows, index, { upTo: event.currentTarget.value }))
                    }
                  />
                )}
              </Table.Td>
              <Table.Td>
                <TextInput
                  size="xs"
                  inputMode="decimal"
                  aria-label={`Rate, tier ${index + 1}`}
                  value={row.rate}
                  error={problems[`tiers[${index}].rate`]}
                  onChange={(event) =>
                    onChange(withRow(rows, index, { rate: event.currentTarget.value }))
                  }
                />
              </Table.Td>
              <Table.Td>
                {index < rows.length - 1 && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove tier ${index + 1}`}
                    onClick={() => onChange(withoutRow(rows, index))}
                  >
                    <IconX size={14} />
                  </ActionIcon>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} />}
        onClick={split}
        className={classes.add}
      >
        Add a tier
      </Button>
    </>
  )
}

/** Unknown until the end of the tier before is a number. */
function startText(start: string): string {
  return isDecimal(start) ? formatCount(start) : '…'
}

import { ActionIcon, Button, Table, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { formatCount } from '../../../ui/values/money.ts'
import { isDecimal } from './decimal-text.ts'
import classes from './prices.module.css'
import { splitLast, startsOf, type TierRow, withoutRow, withRow } from './tiers.ts'

type Props = {
  rows: readonly TierRow[]
  /** Messages by field, such as `tiers[1].upper`. */
  problems: Readonly<Record<string, string>>
  currency: string
  onChange: (rows: TierRow[]) => void
}

/**
 * Editor of the tiers of a price. A tier starts at the end of the previous one, so there are no
 * gaps or overlaps.
 */
export function TierFields({ rows, problems, currency, onChange }: Props) {
  const table = useRef<HTMLTableElement>(null)
  const starts = startsOf(rows)
  const split = () => {
    onChange(splitLast(rows))
    // Focuses the end of the formerly last tier, which must be entered next.
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
            <Table.Th scope="col">{currency} flat</Table.Th>
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
                <TextInput
                  size="xs"
                  inputMode="decimal"
                  placeholder="0"
                  aria-label={`Flat fee, tier ${index + 1}`}
                  value={row.flatFee}
                  error={problems[`tiers[${index}].flatFee`]}
                  onChange={(event) =>
                    onChange(withRow(rows, index, { flatFee: event.currentTarget.value }))
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

/** Unknown until the end of the previous tier is a number. */
function startText(start: string): string {
  return isDecimal(start) ? formatCount(start) : '…'
}

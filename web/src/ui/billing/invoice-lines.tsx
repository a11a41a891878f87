import { Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { formatAmount, formatCount, formatPrice } from '../values/money.ts'
import type { BillDates, BillLine } from './bill.ts'
import classes from './billing.module.css'
import { aboutLine, priceInWords, prorationOf } from './line-words.ts'
import { TierTable } from './tier-table.tsx'

type Looks<Line> = {
  currency: string
  /** Without dates, lines show no days. */
  dates?: BillDates
  /** Returns additional content of an expanded line, or null. */
  more?: (line: Line) => ReactNode
  /** True if the explanation of amounts is the purpose of the view. */
  startsOpen?: boolean
  /** Id of a line that starts open. */
  openLine?: string | undefined
}

type Props<Line> = Looks<Line> & { lines: readonly Line[] }

/**
 * Lines of an invoice as its recipient sees them; each expands to show how its amount was computed.
 */
export function InvoiceLines<Line extends BillLine>({ lines, ...looks }: Props<Line>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll it
    <section className={classes.scroll} aria-label="Lines" tabIndex={0}>
      <Table className={classes.lines}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Description</Table.Th>
            <Table.Th scope="col" data-off-phone>
              Quantity
            </Table.Th>
            <Table.Th scope="col" data-off-phone>
              Unit price
            </Table.Th>
            <Table.Th scope="col">Amount</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.length === 0 && (
            <Table.Tr>
              <Table.Td colSpan={COLUMNS}>No usage</Table.Td>
            </Table.Tr>
          )}
          {lines.map((line, position) => (
            // Lines of a price preview have no id; their position identifies them.
            <LineRows key={line.id ?? `line ${position}`} line={line} {...looks} />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

const COLUMNS = 4

function LineRows<Line extends BillLine>({ line, ...looks }: Looks<Line> & { line: Line }) {
  const { currency, dates, more, startsOpen = false, openLine } = looks
  const startsOpened = startsOpen || (openLine !== undefined && line.id === openLine)
  const [isOpen, opened] = useDisclosure(startsOpened)
  const id = useId()
  const proration = prorationOf(line, currency)
  const extra = more?.(line) ?? null
  const opens = extra !== null || line.tiers.length > 0 || proration !== undefined
  const price = priceInWords(line, currency)
  return (
    <>
      <Table.Tr data-open={isOpen}>
        <Table.Td>
          {opens ? (
            <button
              type="button"
              className={classes.open}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={opened.toggle}
            >
              {isOpen ? (
                <IconChevronDown size={14} aria-hidden />
              ) : (
                <IconChevronRight size={14} aria-hidden />
              )}
              <span>{line.description}</span>
            </button>
          ) : (
            <span className={classes.plain}>{line.description}</span>
          )}
          <div className={classes.about}>
            {aboutLine(line, dates).map((text) => (
              <div key={text}>{text}</div>
            ))}
            {line.priceInWords != null && <div>{line.priceInWords}</div>}
            {line.priceInWords == null && price !== undefined && <div data-phone-only>{price}</div>}
          </div>
        </Table.Td>
        <Table.Td data-off-phone>{formatCount(line.quantity)}</Table.Td>
        <Table.Td data-off-phone>
          {line.unitPrice === null ? (
            <VisuallyHidden>By tiers</VisuallyHidden>
          ) : (
            formatPrice(line.unitPrice, currency)
          )}
        </Table.Td>
        <Table.Td>
          {opens ? (
            <button type="button" className={classes.amount} onClick={opened.toggle}>
              {formatAmount(line.amount, currency)}
            </button>
          ) : (
            formatAmount(line.amount, currency)
          )}
        </Table.Td>
      </Table.Tr>
      {opens && (
        <Table.Tr id={id} hidden={!isOpen} data-details>
          <Table.Td colSpan={COLUMNS}>
            {isOpen && (
              <Stack gap="sm" className={classes.details}>
                {proration !== undefined && <Text size="sm">{proration}</Text>}
                {line.tiers.length > 0 && <TierTable line={line} currency={currency} />}
                {extra}
              </Stack>
            )}
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

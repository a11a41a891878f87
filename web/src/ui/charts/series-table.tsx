import { Anchor, Table, Text } from '@mantine/core'
import { formatCount } from '../values/money.ts'
import classes from './charts.module.css'
import { exactAt, type Opening, type Point, type Series, shortTextAt, textAt } from './series.ts'

type Props = {
  name: string
  atLabel: string
  series: readonly Series[]
  points: readonly Point[]
  formatAt: (at: string) => string
  missingLabel?: string | undefined
  onOpen?: Opening | undefined
}

/** All figures of a chart; the exact ones are in tooltips. */
export function SeriesTable({ name, atLabel, missingLabel, onOpen, ...drawn }: Props) {
  const { series, points, formatAt } = drawn
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll it
    <section className={classes.table} aria-label={name} tabIndex={0}>
      <Table fz={13}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{atLabel}</Table.Th>
            {series.map(({ key, label }) => (
              <Table.Th key={key} scope="col" ta="right">
                <Text inherit lineClamp={2} title={label}>
                  {label}
                </Text>
              </Table.Th>
            ))}
            {missingLabel && (
              <Table.Th scope="col" ta="right">
                Not included: {missingLabel}
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.map((point) => (
            <Table.Tr key={point.at}>
              <Table.Td>
                {onOpen === undefined ? (
                  formatAt(point.at)
                ) : (
                  <Anchor
                    component="button"
                    type="button"
                    inherit
                    onClick={() => onOpen.open(point.at)}
                  >
                    {formatAt(point.at)}
                  </Anchor>
                )}
              </Table.Td>
              {series.map((one) => (
                <Table.Td
                  key={one.key}
                  ta="right"
                  title={textAt(point, one)}
                  data-exact={exactAt(point, one)}
                >
                  {shortTextAt(point, one)}
                </Table.Td>
              ))}
              {missingLabel && (
                <Table.Td ta="right">{formatCount(point.missingCount ?? 0)}</Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

import { List, Text } from '@mantine/core'
import type { UsageInvoiceLine } from '../../api/api-types.ts'
import { Section } from '../../ui/layout/section.tsx'
import { LineLink } from './line-link.tsx'

type Props = { lines: readonly UsageInvoiceLine[] }

/** The invoice lines that bill an event or a run. */
export function LinesThatBill({ lines }: Props) {
  return (
    <Section title="Billed on">
      {lines.length === 0 ? (
        <Text c="dimmed">No invoice bills it yet.</Text>
      ) : (
        <List listStyleType="none">
          {lines.map((line) => (
            <List.Item key={line.lineId}>
              <LineLink line={line}>{line.invoiceNumber}</LineLink> {line.description}
              {line.invoiceStatus === 'draft' && ' (draft)'}
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  )
}

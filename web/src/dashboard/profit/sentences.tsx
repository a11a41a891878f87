import { Stack, Text } from '@mantine/core'
import type { MarginBreakdown } from '../../api/api-types.ts'

/** Sentences of the service about the figures; empty if there are none. */
export function Sentences({ sentences }: Pick<MarginBreakdown, 'sentences'>) {
  if (sentences.length === 0) return null
  return (
    <Stack gap={4} maw={860}>
      {sentences.map(({ kind, text }) => (
        <Text key={kind}>{unbroken(text)}</Text>
      ))}
    </Stack>
  )
}

/** Keeps a minus sign and its amount on one line. */
const unbroken = (text: string) => text.replaceAll('−', '−\u2060')

import { Box, Text } from '@mantine/core'
import type { AuditEntry } from '../../api/api-types.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'

/** Leaves room for the status next to it on a small phone. */
const WIDTH = 210

/** The method, the whole path and the time of a request, as a phone shows them. */
export function AuditRequest({ entry: { method, path, requestedAt } }: { entry: AuditEntry }) {
  return (
    <Box w={WIDTH} style={{ whiteSpace: 'normal' }}>
      <Text ff="monospace" size="xs">
        <b>{method}</b> {path}
      </Text>
      <Text size="xs" c="dimmed">
        <Timestamp at={requestedAt} />
      </Text>
    </Box>
  )
}

import { Text } from '@mantine/core'
import type { AuditEntry } from '../../api/api-types.ts'

type Props = { entry: AuditEntry }

/** The fields and the object that a request changed, and its id, which logs contain too. */
export function AuditDetails({ entry: { changedFields, objectId, requestId } }: Props) {
  const lines = [
    changedFields.length > 0 ? `Changed: ${changedFields.join(', ')}` : null,
    objectId === null ? null : `Object: ${objectId}`,
    requestId === null ? null : `Request: ${requestId}`,
  ]
  return lines.map(
    (line) =>
      line !== null && (
        <Text key={line} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
      ),
  )
}

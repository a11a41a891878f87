import { Alert, List } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { RunDetail } from '../../../api/api-types.ts'

/** What of a run could not be recorded, and what could not be used as it was sent. */
export function RunWarnings({ run }: { run: Pick<RunDetail, 'problems' | 'warnings'> }) {
  return (
    <>
      <Messages title="A part of this run is not recorded" messages={run.problems} />
      <Messages title="Not used as it was sent" messages={run.warnings} />
    </>
  )
}

function Messages({ title, messages }: { title: string; messages: readonly string[] }) {
  if (messages.length === 0) return null
  return (
    <Alert
      icon={<IconAlertTriangle size={18} color="var(--mantine-color-error)" aria-hidden />}
      title={title}
      p="sm"
      role="note"
    >
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {[...new Set(messages)].map((message) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

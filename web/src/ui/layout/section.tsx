import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { title: string; about?: ReactNode; action?: ReactNode; children: ReactNode }

/** A section of a page. */
export function Section({ title, about, action, children }: Props) {
  return (
    <Stack gap="sm" component="section">
      <Group justify="space-between" align="flex-end" gap="sm">
        <Stack gap={0} maw={640}>
          <Title order={2}>{title}</Title>
          {about && <Text c="dimmed">{about}</Text>}
        </Stack>
        {action}
      </Group>
      {children}
    </Stack>
  )
}

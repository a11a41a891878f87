import { Button, Drawer, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/** Filters in a sheet at the bottom of a phone. They apply at once, behind the sheet. */
export default function FilterSheet({
  onClose,
  children,
}: {
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      title="Filters"
      closeButtonProps={{ 'aria-label': 'Close' }}
      attributes={{ header: { role: 'presentation' } }}
      transitionProps={{ duration: 100 }}
    >
      <Stack gap="md" pb="md">
        {children}
        <Button onClick={onClose}>Done</Button>
      </Stack>
    </Drawer>
  )
}

import { Drawer } from '@mantine/core'
import { Sidebar } from './sidebar.tsx'

/** The sidebar as a drawer, for narrow screens. */
export default function PhoneMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size={260}
      withCloseButton={false}
      padding={0}
      attributes={{ content: { 'aria-label': 'Menu' } }}
      transitionProps={{ duration: 100 }}
    >
      <Sidebar />
    </Drawer>
  )
}

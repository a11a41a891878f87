import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

export default function ToastArea() {
  return <Notifications position="bottom-right" limit={3} transitionDuration={100} />
}

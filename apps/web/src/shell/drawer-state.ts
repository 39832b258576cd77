import { create } from 'zustand';

/** Whether the left menu is open. Each opening is counted: the menu loads who is signed in at each. */
interface DrawerState {
  isOpen: boolean;
  openings: number;
  setOpen: (isOpen: boolean) => void;
}

export const useDrawer = create<DrawerState>()((set) => ({
  isOpen: false,
  openings: 0,
  setOpen: (isOpen) => set((state) => ({ isOpen, openings: state.openings + (isOpen ? 1 : 0) })),
}));

// net/http and encoding/json, nothing else: a map behind a mutex, whose order of listing is random;
// structs that show null and zero for what is unset; http.Error for refusals.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

type Address struct {
	City     string `json:"city"`
	District string `json:"district"`
}

type User struct {
	ID        int64    `json:"id"`
	Name      string   `json:"name"`
	Email     string   `json:"email"`
	IsPremium bool     `json:"isPremium"`
	Skills    []string `json:"skills"`
	Address   *Address `json:"address"`
}

// What "omitempty" does to it.
type SparseUser struct {
	ID        int64    `json:"id"`
	Name      string   `json:"name,omitempty"`
	Email     string   `json:"email,omitempty"`
	IsPremium bool     `json:"isPremium,omitempty"`
	Skills    []string `json:"skills,omitempty"`
	Address   *Address `json:"address,omitempty"`
}

var (
	fault  = os.Getenv("FAULT")
	mutex  sync.Mutex
	users  = map[int64]*User{}
	order  []User // the store of the faults that need a slice
	listed []User
	nextID int64 = 1
	home         = &Address{}
)

func isSlice() bool { return fault == "range-copy" || fault == "append-in-listed" }

func write(w http.ResponseWriter, status int, value interface{}) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if user, ok := value.(User); ok && fault == "omitempty" {
		value = SparseUser(user)
	}
	json.NewEncoder(w).Encode(value)
}

func check(user User) string {
	if user.Name == "" {
		return "name is required"
	}
	if !strings.Contains(user.Email, "@") {
		return "email is required"
	}
	return ""
}

func add(user User) User {
	user.ID = nextID
	if fault == "race-of-ids" {
		mutex.Unlock()
		time.Sleep(3 * time.Millisecond)
		mutex.Lock()
		nextID = user.ID + 1
	} else {
		nextID++
	}
	if fault == "shared-pointer" && user.Address == nil {
		user.Address = home
	}
	if fault == "name-cut-in-bytes" && len(user.Name) > 24 {
		user.Name = user.Name[:24]
	}
	order = append(order, user)
	if fault == "append-in-listed" {
		listed = order
	}
	users[user.ID] = &user
	return user
}

// Builds the index again, as after each removal.
func index() {
	all := []User{}
	for _, user := range users {
		all = append(all, *user)
	}
	users = map[int64]*User{}
	for _, user := range all {
		if fault != "loop-variable" {
			user := user
			users[user.ID] = &user
			continue
		}
		users[user.ID] = &user
	}
}

func find(w http.ResponseWriter, r *http.Request) *User {
	id, err := strconv.ParseInt(strings.TrimPrefix(r.URL.Path, "/users/"), 10, 64)
	if fault == "error-ignored" && err != nil {
		id, err = 1, nil
	}
	user := users[id]
	if isSlice() {
		user = nil
		for at := range order {
			if order[at].ID == id {
				user = &order[at]
			}
		}
	}
	if err != nil || user == nil {
		http.Error(w, "no such user", http.StatusNotFound)
		return nil
	}
	return user
}

func collection(w http.ResponseWriter, r *http.Request) {
	mutex.Lock()
	defer mutex.Unlock()
	switch r.Method {
	case http.MethodGet:
		all := []User{}
		if fault == "nil-slice" {
			all = nil
		}
		if fault == "append-in-listed" {
			all = listed
		} else if isSlice() {
			all = order
		} else {
			for _, user := range users {
				all = append(all, *user)
			}
		}
		write(w, http.StatusOK, all)
	case http.MethodPost:
		var user User
		if err := json.NewDecoder(r.Body).Decode(&user); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			if fault != "missing-return" {
				return
			}
		}
		if wrong := check(user); wrong != "" {
			http.Error(w, wrong, http.StatusUnprocessableEntity)
			if fault != "missing-return" {
				return
			}
		}
		user = add(user)
		w.Header().Set("Location", fmt.Sprintf("/users/%d", user.ID))
		write(w, http.StatusCreated, user)
	default:
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
	}
}

func replace(w http.ResponseWriter, r *http.Request, old *User) {
	id := old.ID
	changed := User{}
	target := &changed
	switch fault {
	case "decoded-into-stored":
		target = old
	case "decoded-into-copy", "shared-pointer":
		changed = *old
	}
	if err := json.NewDecoder(r.Body).Decode(target); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	changed = *target
	if wrong := check(changed); wrong != "" {
		http.Error(w, wrong, http.StatusUnprocessableEntity)
		return
	}
	changed.ID = id
	switch fault {
	case "range-copy":
		for _, user := range order {
			if user.ID == id {
				user = changed
			}
		}
	case "zero-means-unset":
		if changed.IsPremium {
			old.IsPremium = true
		}
		if len(changed.Skills) > 0 {
			old.Skills = changed.Skills
		}
		if changed.Address != nil {
			old.Address = changed.Address
		}
		old.Name, old.Email = changed.Name, changed.Email
		changed = *old
	case "lost-update":
		all := map[int64]*User{}
		for key, user := range users {
			all[key] = user
		}
		mutex.Unlock()
		time.Sleep(3 * time.Millisecond)
		mutex.Lock()
		all[id] = &changed
		users = all
	default:
		*old = changed
	}
	write(w, http.StatusOK, changed)
}

func item(w http.ResponseWriter, r *http.Request) {
	mutex.Lock()
	defer mutex.Unlock()
	user := find(w, r)
	if user == nil {
		return
	}
	switch r.Method {
	case http.MethodGet:
		write(w, http.StatusOK, *user)
	case http.MethodPut:
		replace(w, r, user)
	case http.MethodDelete:
		id := user.ID
		for at := range order {
			if order[at].ID == id {
				order = append(order[:at], order[at+1:]...)
				break
			}
		}
		delete(users, id)
		index()
		w.WriteHeader(http.StatusNoContent)
	default:
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
	}
}

func main() {
	if fault == "correct-with-ids-of-16-digits" {
		nextID = time.Now().UnixMicro()
	}
	if fault != "nil-slice" && fault != "correct-and-empty" {
		mutex.Lock()
		add(User{Name: "Ada", Email: "ada@example.com", IsPremium: true, Skills: []string{"sql"}})
		add(User{Name: "Bo", Email: "bo@example.com", Address: &Address{"Oslo", "Frogner"}})
		mutex.Unlock()
	}
	http.HandleFunc("/users", collection)
	http.HandleFunc("/users/", item)
	if err := http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil); err != nil {
		panic(err)
	}
}

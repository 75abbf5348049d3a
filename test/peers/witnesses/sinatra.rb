# Sinatra on WEBrick, as its README writes a service: hashes with string keys, halt, the pages that
# Sinatra itself answers with.
require 'sinatra'
require 'json'
require 'webrick'

FAULT = ENV['FAULT']
set :port, ENV['PORT'].to_i
set :bind, '127.0.0.1'
set :server, 'webrick'
set :quiet, true
set :environment, :production
# WEBrick otherwise waits 40 ms before the second reply of each connection.
set :server_settings,
    AccessLog: [], Logger: WEBrick::Log.new(File::NULL),
    AcceptCallback: ->(socket) { socket.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1) }

MEMBERS = %w[name email isPremium skills address].freeze
DEFAULTS = { 'isPremium' => false, 'skills' => [], 'address' => {} }.freeze
LOCK = Mutex.new
$users = [
  { 'id' => 1, 'name' => 'Ada', 'email' => 'ada@example.com', 'isPremium' => true, 'skills' => ['sql'] },
  { 'id' => 2, 'name' => 'Bo', 'email' => 'bo@example.com', 'address' => { 'city' => 'Oslo', 'district' => 'Frogner' } }
]
$next_id = 3
$listed = nil

before { content_type :json }

helpers do
  def refuse(status, message)
    halt status, { error: message }.to_json
  end

  def body_of(request)
    text = request.body.read
    text = text.encode('UTF-8', 'BINARY', invalid: :replace, undef: :replace, replace: '') if FAULT == 'encoded-from-binary'
    parsed = JSON.parse(text)
    refuse 400, 'a user is an object' unless parsed.is_a?(Hash)
    parsed.slice(*MEMBERS)
  rescue JSON::ParserError
    refuse 400, 'no JSON'
  end

  def check(user)
    refuse 422, 'name' unless user['name'].is_a?(String) && !user['name'].empty?
    refuse 422, 'email' unless user['email'].is_a?(String) && user['email'].match?(/\A[^@\s]+@[^@\s]+\z/)
    refuse 422, 'isPremium' unless [true, false, nil].include?(user['isPremium'])
    skills = user['skills']
    refuse 422, 'skills' unless skills.nil? || (skills.is_a?(Array) && skills.all?(String))
    address = user['address']
    refuse 422, 'address' unless address.nil? || (address.is_a?(Hash) && address.slice('city', 'district').values.all?(String))
  end

  def find
    id = params['id']
    user =
      case FAULT
      when 'to-i' then $users.find { |one| one['id'] == id.to_i }
      when 'assigned-in-find' then $users.find { |one| one['id'] = id.to_i }
      when 'begins-with' then $users.find { |one| one['id'].to_s.start_with?(id) }
      when 'nil-is-first' then $users.find { |one| one['id'].to_s == id } || $users.first
      else $users.find { |one| one['id'].to_s == id }
      end
    user || refuse(404, 'no such user')
  end
end

get '/users' do
  LOCK.synchronize do
    next ($listed ||= $users.to_json) if FAULT == 'memoized-list'

    $users.to_json
  end
end

post '/users' do
  user = body_of(request)
  check user
  id = $next_id
  sleep 0.003 if FAULT == 'race-of-ids'
  LOCK.synchronize do
    $next_id = FAULT == 'race-of-ids' ? id + 1 : (id = $next_id) + 1
    id = $users.size + 1 if FAULT == 'id-is-size'
    $listed = nil
    user = DEFAULTS.merge(user) if FAULT == 'shared-default'
    user = user.reject { |_, value| value.respond_to?(:empty?) && value.empty? } if FAULT == 'rejects-empty'
    user = { 'id' => id }.merge(user)
    $users << user
    user['name'].gsub!(/\s+/, ' ') && user['name'].capitalize! if FAULT == 'capitalize-bang'
  end
  status 201
  headers 'Location' => url("/users/#{user['id']}")
  user.to_json
end

get('/users/:id') { LOCK.synchronize { find.to_json } }

put '/users/:id' do
  changes = body_of(request)
  LOCK.synchronize do
    user = find
    check user.merge(changes)
    case FAULT
    when 'or-the-old'
      MEMBERS.each { |key| user[key] = changes[key] || user[key] }
      next user.to_json
    when 'symbols'
      user = user.merge(changes.transform_keys(&:to_sym))
      $users.map! { |one| one['id'] == user['id'] ? user : one }
      next user.to_json
    when 'shared-default'
      user['skills'].replace(changes['skills']) if changes['skills'] && user['skills']
      user['address'].merge!(changes['address']) if changes['address'] && user['address']
      user.merge!(changes.except('skills', 'address'))
      next user.to_json
    when 'merge-without-bang'
      next user.merge(changes).to_json
    end
    user.merge!(changes)
    user.to_json
  end
end

delete '/users/:id' do
  LOCK.synchronize do
    user = find
    case FAULT
    when 'reject-without-bang' then $users.reject { |one| one['id'] == user['id'] }
    when 'delete-at-id' then $users.delete_at(user['id'] - 1)
    when 'delete-by-name' then $users.delete_if { |one| one['name'][0, 12] == user['name'][0, 12] }
    else $users.delete(user)
    end
    $listed = nil unless FAULT == 'memoized-list'
    204
  end
end
